-- With a fixed default first: rows that exist are not written again, and count as changed before everything.
ALTER TABLE "baskets" ADD COLUMN "changed_tx" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "changed_tx" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "baskets" ALTER COLUMN "changed_tx" SET DEFAULT (pg_current_xact_id()::text)::bigint;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "changed_tx" SET DEFAULT (pg_current_xact_id()::text)::bigint;--> statement-breakpoint
CREATE INDEX "baskets_changed" ON "baskets" USING btree ("changed_tx");--> statement-breakpoint
CREATE INDEX "orders_changed" ON "orders" USING btree ("changed_tx");--> statement-breakpoint
-- Without comparing rows, as mark_changed does: this runs with every line that is added, and a write that changes nothing is rare.
CREATE FUNCTION mark_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_tx := (pg_current_xact_id()::text)::bigint;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER baskets_mark_written BEFORE UPDATE ON baskets FOR EACH ROW EXECUTE FUNCTION mark_written();
--> statement-breakpoint
CREATE TRIGGER orders_mark_written BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION mark_written();
