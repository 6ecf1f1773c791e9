CREATE TABLE "account_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"business_name" text NOT NULL,
	"contact_name" text NOT NULL,
	"email" text NOT NULL,
	"contact_phone" text NOT NULL,
	"address_lines" text[] NOT NULL,
	"town" text NOT NULL,
	"postcode" text NOT NULL,
	"company_no" text DEFAULT '' NOT NULL,
	"vat_no" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"customer_id" text,
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "postcode_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"postcode" text NOT NULL,
	"district" text NOT NULL,
	"contact_name" text NOT NULL,
	"email" text NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_requests" ADD CONSTRAINT "account_requests_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_requests" ADD CONSTRAINT "account_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_requests" ADD CONSTRAINT "account_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_requests_state" ON "account_requests" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "account_requests_postcode" ON "account_requests" USING btree ("postcode");--> statement-breakpoint
CREATE INDEX "postcode_requests_district" ON "postcode_requests" USING btree ("district","created_at");