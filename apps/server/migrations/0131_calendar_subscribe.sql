-- Making the address of a calendar feed asks for a right of its own, which a school can take away. The roles with a
-- calendar or with children get it, so that nothing changes until somebody takes it away.
INSERT INTO actions (name, key)
  SELECT CASE WHEN EXISTS (SELECT 1 FROM actions WHERE lower(NORMALIZE(name, NFKC)) = 'subscribe') THEN 'Subscribe to a calendar' ELSE 'Subscribe' END, 'subscribe';
WITH entitled AS (
  SELECT DISTINCT policies.role_id FROM resource_policies tie JOIN policies ON policies.id = tie.policy_id
    JOIN actions ON actions.id = policies.action_id AND actions.key = 'view'
    JOIN resources ON resources.id = tie.resource_id AND resources.key IN ('calendar', 'my-children')),
made AS (
  INSERT INTO policies (name, role_id, action_id)
  SELECT roles.name || ': ' || actions.name, roles.id, actions.id
    FROM entitled JOIN roles ON roles.id = entitled.role_id JOIN actions ON actions.key = 'subscribe' ORDER BY roles.id RETURNING id)
INSERT INTO resource_policies (resource_id, policy_id) SELECT resources.id, made.id FROM made JOIN resources ON resources.key = 'calendar';
