-- Who works on an upload, in whichever process: nobody else does until it is let go of, or the lease has run out because
-- that process has died.
ALTER TABLE file_uploads
  ADD COLUMN held_by    uuid,                            -- one piece of work, not a process
  ADD COLUMN held_until timestamptz,
  ADD COLUMN is_wanted  boolean NOT NULL DEFAULT false,  -- somebody else asks for it: whoever holds it comes to an end
  ADD CHECK ((held_by IS NULL) = (held_until IS NULL));
