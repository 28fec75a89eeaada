-- Two entries of menus get the names that their pages have. A school that renamed an entry, or that uses the new name for
-- something of its own, keeps what it has.
UPDATE resources SET name = 'Background tasks', description = 'Tasks that the server runs automatically and that failed'
 WHERE key = 'failed-jobs' AND name = 'Failed work' AND NOT EXISTS (SELECT FROM resources WHERE lower(name) = 'background tasks');
UPDATE resources SET name = 'Orders', description = 'Handing over what students redeemed'
 WHERE key = 'store-purchases' AND name = 'Redeemed' AND NOT EXISTS (SELECT FROM resources WHERE lower(name) = 'orders');
