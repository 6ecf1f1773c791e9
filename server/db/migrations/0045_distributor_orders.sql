CREATE TABLE "distributor_order_lines" (
	"basket_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"distributor_no" text NOT NULL,
	"customer_id" text NOT NULL,
	"their_customer_code" text NOT NULL,
	"po_number" text NOT NULL,
	"delivery_day" date,
	"their_product_code" text NOT NULL,
	"product_no" text NOT NULL,
	"quantity" integer NOT NULL,
	"pack_factor" integer NOT NULL,
	CONSTRAINT "distributor_order_lines_basket_id_position_pk" PRIMARY KEY("basket_id","position")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "peppol_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "distributor_order_lines" ADD CONSTRAINT "distributor_order_lines_basket_id_baskets_id_fk" FOREIGN KEY ("basket_id") REFERENCES "public"."baskets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributor_order_lines" ADD CONSTRAINT "distributor_order_lines_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "distributor_order_lines_po" ON "distributor_order_lines" USING btree ("distributor_no","po_number");