-- Erasing a rehearsal took hundreds of statements, one after the other, while everybody who wrote in it waited. On a busy server each
-- of them waits for its turn, so it took many seconds. These two functions do it in one statement.

-- Erases the rows of a table that name some ids, and before them every row that names those rows. It follows the foreign keys, so a
-- table that is added later needs no line here. Of four tables only rows that a rehearsal made are erased; when another row would have
-- to go, its foreign key refuses. `going`: the ids that are erased already, by table. Returns it with the new ones.
CREATE FUNCTION erase_of_rehearsal(target name, field name, ids bigint[], going jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  condition text := CASE target WHEN 'accounts' THEN 'simulated_in IS NOT NULL' WHEN 'courses' THEN 'is_rehearsal'
                                WHEN 'assessments' THEN 'is_rehearsal' WHEN 'live_sessions' THEN 'is_rehearsal' ELSE 'true' END;
  fresh bigint[];
  child record;
BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND confrelid = target::text::regclass AND confdeltype IN ('a', 'r')) THEN
    EXECUTE format('SELECT coalesce(array_agg(id), ''{}'') FROM %I WHERE %I = ANY($1) AND id <> ALL ($2) AND %s', target, field, condition)
      INTO fresh USING ids, ARRAY(SELECT jsonb_array_elements_text(going -> target::text)::bigint);
    IF cardinality(fresh) > 0 THEN
      going := jsonb_set(going, ARRAY[target::text], coalesce(going -> target::text, '[]') || to_jsonb(fresh));
      FOR child IN
        SELECT class.relname, attribute.attname
          FROM pg_constraint named
          JOIN pg_class class ON class.oid = named.conrelid
          JOIN pg_attribute attribute ON attribute.attrelid = named.conrelid AND attribute.attnum = named.conkey[1]
         WHERE named.contype = 'f' AND named.conparentid = 0 AND cardinality(named.conkey) = 1 AND named.confdeltype IN ('a', 'r')
           AND named.confrelid = target::text::regclass
         ORDER BY class.relname, attribute.attname
      LOOP
        going := erase_of_rehearsal(child.relname, child.attname, fresh, going);
      END LOOP;
    END IF;
  END IF;
  EXECUTE format('DELETE FROM %I WHERE %I = ANY($1) AND %s', target, field, condition) USING ids;
  RETURN going;
END $$;

-- Erases the hidden class of a rehearsal: its people, the copy of the assessment, and every row of its lessons.
CREATE FUNCTION erase_rehearsal(course bigint) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  SET CONSTRAINTS ALL DEFERRED;
  PERFORM erase_of_rehearsal('courses', 'id', ARRAY[course], '{}');
END $$;
