-- Which keys the stored codes need is asked at every start: without this, every code there is was read for it.
CREATE INDEX "Card_sealed_key" ON "Card" ((
  CASE WHEN substring("sealedCode" FROM 1 FOR 1) = '\x01' AND length("sealedCode") > 2
    THEN encode(substring("sealedCode" FROM 3 FOR get_byte("sealedCode", 1)), 'escape') COLLATE "C" END
));
