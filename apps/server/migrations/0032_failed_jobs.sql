-- Who sees work that failed for good, has it tried again (edit), and dismisses it (delete).
INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Failed work', 'failed-jobs', 'failed-jobs', 'What the server does by itself and gave up', 'admin_settings', 130);
SELECT grant_default('admin', action, 'failed-jobs') FROM unnest(ARRAY['view', 'edit', 'delete']) AS action;
