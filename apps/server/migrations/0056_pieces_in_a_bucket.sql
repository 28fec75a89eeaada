-- What has come of uploads, where files are in a bucket: so that a piece may come to any process, whatever its folder. They
-- outlive their upload until they are erased from the bucket.
CREATE TABLE file_upload_pieces (
  upload_id    text NOT NULL,
  start        bigint NOT NULL CHECK (start >= 0),
  byte_size    bigint NOT NULL CHECK (byte_size > 0),
  storage_key  text NOT NULL,
  PRIMARY KEY (upload_id, start)
);
