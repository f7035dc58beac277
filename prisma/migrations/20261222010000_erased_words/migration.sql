-- Takes words out of the texts of a document. Names of fields, numbers and true and false stay, whatever the words are.
CREATE FUNCTION erase_words(document jsonb, pattern text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(document)
    WHEN 'string' THEN to_jsonb(regexp_replace(document #>> '{}', pattern, '[erased]', 'gi'))
    WHEN 'object' THEN (
      SELECT coalesce(jsonb_object_agg(key, erase_words(value, pattern)), '{}') FROM jsonb_each(document))
    WHEN 'array' THEN (
      SELECT coalesce(jsonb_agg(erase_words(value, pattern) ORDER BY place), '[]')
      FROM jsonb_array_elements(document) WITH ORDINALITY AS elements(value, place))
    ELSE document
  END
$$;
