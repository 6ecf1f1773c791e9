CREATE TABLE "count_entries" (
	"count_id" uuid NOT NULL,
	"product_no" text NOT NULL,
	"halves" integer,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "count_entries_count_id_product_no_pk" PRIMARY KEY("count_id","product_no")
);
--> statement-breakpoint
CREATE TABLE "counts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"template_id" uuid NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"trolly_id" uuid,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "template_items" ADD COLUMN "shelf" text;--> statement-breakpoint
ALTER TABLE "template_items" ADD COLUMN "par_levels" jsonb;--> statement-breakpoint
ALTER TABLE "count_entries" ADD CONSTRAINT "count_entries_count_id_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."counts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counts" ADD CONSTRAINT "counts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counts" ADD CONSTRAINT "counts_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counts_customer" ON "counts" USING btree ("customer_id","state");