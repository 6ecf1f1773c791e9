CREATE SEQUENCE "public"."claim_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 10001 CACHE 1;--> statement-breakpoint
CREATE TABLE "check_in_lines" (
	"check_in_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"problem" text NOT NULL,
	"quantity" integer NOT NULL,
	"delivered_quantity" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "check_in_lines_check_in_id_position_pk" PRIMARY KEY("check_in_id","position"),
	CONSTRAINT "check_in_lines_quantity" CHECK ("check_in_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "check_in_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"check_in_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"sent_late" boolean NOT NULL,
	"checked" integer[] DEFAULT '{}' NOT NULL,
	"signed_by" text DEFAULT '' NOT NULL,
	"signature" text DEFAULT '' NOT NULL,
	"driver_pin" text DEFAULT '' NOT NULL,
	"empties" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"claim_no" bigint,
	"state" text,
	"decided_at" timestamp with time zone,
	"credit_note_id" uuid,
	"credited_pence" bigint,
	CONSTRAINT "check_ins_claim_no_unique" UNIQUE("claim_no"),
	CONSTRAINT "check_ins_claim" CHECK (("check_ins"."state" IS NULL) = ("check_ins"."claim_no" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "claim_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"check_in_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "claim_events_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "short_quantity" integer;--> statement-breakpoint
ALTER TABLE "check_in_lines" ADD CONSTRAINT "check_in_lines_check_in_id_check_ins_id_fk" FOREIGN KEY ("check_in_id") REFERENCES "public"."check_ins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_photos" ADD CONSTRAINT "check_in_photos_check_in_id_check_ins_id_fk" FOREIGN KEY ("check_in_id") REFERENCES "public"."check_ins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_credit_note_id_invoices_id_fk" FOREIGN KEY ("credit_note_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_events" ADD CONSTRAINT "claim_events_check_in_id_check_ins_id_fk" FOREIGN KEY ("check_in_id") REFERENCES "public"."check_ins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_events" ADD CONSTRAINT "claim_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_in_photos_check_in" ON "check_in_photos" USING btree ("check_in_id");--> statement-breakpoint
CREATE INDEX "check_in_photos_added" ON "check_in_photos" USING btree ("added_at");--> statement-breakpoint
CREATE INDEX "check_ins_order" ON "check_ins" USING btree ("order_id","received_at");--> statement-breakpoint
CREATE INDEX "check_ins_open" ON "check_ins" USING btree ("received_at") WHERE "check_ins"."state" IN ('open', 'asked');--> statement-breakpoint
CREATE INDEX "claim_events_check_in" ON "claim_events" USING btree ("check_in_id","place");