CREATE INDEX "idempotency_not_found" ON "idempotency_records" USING btree ("created_at") WHERE status = 404;--> statement-breakpoint
-- Signs what the server must recognise as its own (download cursors), and keys the hashes of accounts in logs. Never sent.
-- Two random UUIDs hold 244 random bits.
INSERT INTO settings (name, value)
VALUES ('secret', to_jsonb(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')));
