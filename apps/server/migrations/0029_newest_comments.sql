-- A post comes with its newest comments: they are found without reading the others.
DROP INDEX post_comments_post;
CREATE INDEX post_comments_post ON post_comments (post_id, id);
