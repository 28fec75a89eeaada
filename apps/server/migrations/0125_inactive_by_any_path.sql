-- The function reads the clock, also where a session has no path of schemas, as a restore has none.
ALTER FUNCTION keep_inactive_since() SET search_path FROM CURRENT;
