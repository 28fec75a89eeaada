-- Of an account that is deleted its invitations go with it: they hold nobody back from deleting it, and nobody else gets them with the address.
ALTER TABLE invitations DROP CONSTRAINT invitations_account_id_fkey;
ALTER TABLE invitations ADD CONSTRAINT invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE;
