-- A person without a last name is sorted by the first one. Lists of people in this order are read from these indexes.
DROP INDEX accounts_school;
DROP INDEX accounts_name;
CREATE INDEX accounts_school ON accounts
  (school_id, (coalesce(nullif(last_name, ''), first_name)) COLLATE natural_order, first_name COLLATE natural_order, id);
CREATE INDEX accounts_name ON accounts ((coalesce(nullif(last_name, ''), first_name)) COLLATE natural_order, first_name COLLATE natural_order, id);
