CREATE TABLE "discounts" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"customer_id" text,
	"price_list_id" text,
	"product_no" text,
	"brand" text,
	"category" text,
	"kind" text NOT NULL,
	"basis_points" integer DEFAULT 0 NOT NULL,
	"off_unit_pence" bigint DEFAULT 0 NOT NULL,
	"minimum_units" integer DEFAULT 0 NOT NULL,
	"minimum_net_pence" bigint DEFAULT 0 NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"combines" boolean DEFAULT false NOT NULL,
	"on_promotions" boolean DEFAULT false NOT NULL,
	"cap_pence" bigint,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "discounts_id_unique" UNIQUE("id"),
	CONSTRAINT "discounts_kind" CHECK ("discounts"."kind" in ('percent', 'per_unit')),
	CONSTRAINT "discounts_days" CHECK ("discounts"."valid_from" <= "discounts"."valid_to"),
	CONSTRAINT "discounts_basis_points" CHECK ("discounts"."basis_points" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_price_list_id_price_lists_id_fk" FOREIGN KEY ("price_list_id") REFERENCES "public"."price_lists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_product_no_products_product_no_fk" FOREIGN KEY ("product_no") REFERENCES "public"."products"("product_no") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER discounts_version_record BEFORE INSERT OR UPDATE ON discounts FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER discounts_note_change AFTER INSERT OR UPDATE OR DELETE ON discounts FOR EACH ROW EXECUTE FUNCTION note_change('discount');
