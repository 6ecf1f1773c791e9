DROP INDEX "orders_order_no_unique";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "delivered_quantity" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "picking_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispatched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "exported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "status" text GENERATED ALWAYS AS (CASE WHEN cancelled_at IS NOT NULL THEN 'cancelled' WHEN replaced_at IS NOT NULL THEN 'replaced' WHEN delivered_at IS NOT NULL THEN 'delivered' WHEN dispatched_at IS NOT NULL THEN 'dispatched' WHEN picking_at IS NOT NULL THEN 'picking' WHEN confirmed_at IS NULL THEN 'awaiting_payment' ELSE 'placed' END) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_order_no_unique" ON "orders" USING btree ("order_no","revision");--> statement-breakpoint
UPDATE "orders" SET "confirmed_at" = "placed_at";
