-- The page about the running system, for administrators of the whole installation.
INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('System', 'system', 'system', 'What the people who run the installation have to do, and what the server sees of it', 'admin_settings', 131);
SELECT grant_default('admin', 'view', 'system');
