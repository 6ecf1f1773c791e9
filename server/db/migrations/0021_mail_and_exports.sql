CREATE TABLE "mail_queue" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"message_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "order_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"sequence" bigint,
	"order_id" uuid NOT NULL,
	"event" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"exported_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_exports" ADD CONSTRAINT "order_exports_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_queue_due" ON "mail_queue" USING btree ("next_attempt_at") WHERE sent_at IS NULL AND given_up_at IS NULL;--> statement-breakpoint
CREATE INDEX "mail_queue_order" ON "mail_queue" USING btree ("order_id","written_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_exports_sequence_unique" ON "order_exports" USING btree ("sequence");--> statement-breakpoint
CREATE INDEX "order_exports_waiting" ON "order_exports" USING btree ("id") WHERE exported_at IS NULL;--> statement-breakpoint
CREATE INDEX "order_exports_order" ON "order_exports" USING btree ("order_id");