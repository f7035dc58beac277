-- Places for order calls under way: how many of them are taken is a setting.
INSERT INTO "Slot" ("kind", "n") SELECT 'placement', n FROM generate_series(5, 16) AS n ON CONFLICT DO NOTHING;
