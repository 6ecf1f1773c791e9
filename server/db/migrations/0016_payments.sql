CREATE TABLE "payments" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"amount_pence" bigint NOT NULL,
	"intent_id" text,
	"state" text DEFAULT 'awaiting' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"failure" text,
	"paid_at" timestamp with time zone,
	"refunded_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_intent_unique" ON "payments" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("expires_at") WHERE state IN ('awaiting', 'refunding');