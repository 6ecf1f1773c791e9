CREATE TABLE "template_items" (
	"template_id" uuid NOT NULL,
	"product_no" text NOT NULL,
	"par_level" integer,
	"last_quantity" integer,
	"position" double precision NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_items_template_id_product_no_pk" PRIMARY KEY("template_id","product_no")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"visibility" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"details_version" integer DEFAULT 1 NOT NULL,
	"item_count" integer NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "template_items" ADD CONSTRAINT "template_items_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "templates_owner" ON "templates" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "templates_customer" ON "templates" USING btree ("customer_id","visibility");