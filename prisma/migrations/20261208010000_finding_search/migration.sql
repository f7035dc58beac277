-- A difference is looked up by the order it belongs to, by what it is about, and by what a side says in its evidence.
CREATE INDEX "Break_orderId_idx" ON "Break"("orderId");
CREATE INDEX "Break_subject_idx" ON "Break"("subject");
CREATE INDEX "Break_evidence_idx" ON "Break" USING GIN ("evidence" jsonb_path_ops);
