ALTER TABLE "basket_lines" ADD COLUMN "ordered_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "replaces_order_id" uuid;--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "replaces_order_no" text;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_replaces_order_id_orders_id_fk" FOREIGN KEY ("replaces_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "baskets_replacing" ON "baskets" USING btree ("replaces_order_id") WHERE state = 'open';