DROP INDEX "order_exports_waiting";--> statement-breakpoint
ALTER TABLE "order_exports" ADD COLUMN "channel" text;--> statement-breakpoint
CREATE INDEX "order_exports_waiting" ON "order_exports" USING btree ("sequence","id") WHERE exported_at IS NULL;