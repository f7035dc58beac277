-- A difference is looked up by the last six digits of every card that it names, ours or not, wherever its evidence does.
CREATE FUNCTION card_ends(subject text, evidence jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$SELECT array_agg(right(n, 6)) FROM (
    SELECT subject AS n UNION SELECT v #>> '{}' FROM jsonb_path_query(evidence, '$.** ? (@.type() == "string")') v
  ) s WHERE n ~ '^[0-9]{18,20}$'$$;
CREATE INDEX "Break_card_ends" ON "Break" USING GIN (card_ends("subject", "evidence"));
