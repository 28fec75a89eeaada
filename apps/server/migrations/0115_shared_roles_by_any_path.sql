-- The function reads roles, also where a session has no path of schemas, as a restore has none.
ALTER FUNCTION give_shared_role() SET search_path FROM CURRENT;
