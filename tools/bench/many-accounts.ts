/** Returns statements that create this many accounts in 40 schools, with names of many scripts and lengths. */
export const manyAccounts = (count: number): string[] =>
  `
  INSERT INTO schools (school_name) SELECT 'School ' || n FROM generate_series(1, 40) n;
  INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, phone_number, role_id)
  SELECT 1 + n % 40, 3, (ARRAY['Amara', 'Bao', 'Carmen', 'José', 'Elif', 'Farid', 'Grace', 'Zoë'])[1 + n * 7 % 8] || ' ' || chr(65 + n % 26),
         (ARRAY['Okafor', 'Nguyễn', 'Ruiz', 'Ivanov', 'Yılmaz', 'Haddad', 'O’Neill', 'Sato', 'Müller', 'García'])[1 + n * 3 % 10] || ' ' || n,
         'person' || n || '@school' || n % 40 || '.example', 'person' || n || '@school' || n % 40 || '.example', '555' || n, (SELECT id FROM roles WHERE key = 'student')
    FROM generate_series(1, ${count}) n;
  INSERT INTO account_roles (account_id, role_id) SELECT id, role_id FROM accounts;
  VACUUM ANALYZE;`.split(/;\n/);
