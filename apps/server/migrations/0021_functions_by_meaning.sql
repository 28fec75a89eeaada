-- A function's text as a string looks its names up whenever it is used, so it fails where the path of schemas is empty:
-- while a dump is restored, and in PostgreSQL's own maintenance. A body in SQL's own form is resolved here and now.
CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE RETURN clock_timestamp();

CREATE OR REPLACE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g') COLLATE natural_order), 'øđłıħ''’ʻʼ`´', 'odlih');

CREATE OR REPLACE FUNCTION file_ids_in(document jsonb) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT coalesce(array_agg(DISTINCT (found #>> '{}')::bigint), '{}')
    FROM jsonb_path_query(document, 'strict $.** ? (@.type == "image").attrs.file_id ? (@.type() == "number")', '{}', true) found;
END;

DO $$
BEGIN
  PERFORM similarity('a', 'b');
  EXECUTE $f$
    CREATE OR REPLACE FUNCTION list_similar_words(typed text) RETURNS SETOF text LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.18
    BEGIN ATOMIC
      SELECT word FROM question_words WHERE word % typed AND abs(length(word) - length(typed)) <= 2 ORDER BY similarity(word, typed) DESC, word LIMIT 200;
    END
  $f$;
EXCEPTION WHEN undefined_function OR undefined_object OR insufficient_privilege THEN
  EXECUTE $f$
    CREATE OR REPLACE FUNCTION list_similar_words(typed text) RETURNS SETOF text LANGUAGE sql STABLE
    BEGIN ATOMIC SELECT word FROM question_words WHERE word = typed; END
  $f$;
END $$;
