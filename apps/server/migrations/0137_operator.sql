-- A role for people who run the installation: sizes, health, suspensions and limits of schools, and no person, class or work.
INSERT INTO roles (name, key)
  SELECT CASE WHEN EXISTS (SELECT 1 FROM roles WHERE lower(NORMALIZE(name, NFKC)) = 'operator' AND school_id IS NULL) THEN 'Operator of the installation' ELSE 'Operator' END, 'operator';
SELECT grant_default('operator', action, resource)
  FROM unnest(ARRAY['own-account', 'system', 'all-schools']) AS resource, unnest(ARRAY['view', 'edit']) AS action;
