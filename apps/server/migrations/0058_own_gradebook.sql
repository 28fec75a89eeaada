INSERT INTO resources (name, key, res_url, description, menu_group, menu_order) VALUES
  ('Gradebook', 'std-gradebook', 'std-gradebook', 'A student’s own grades', 'student', 25);
SELECT grant_default('student', 'view', 'std-gradebook');
