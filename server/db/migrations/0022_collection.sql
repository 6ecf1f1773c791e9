CREATE TABLE "collection_sites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address_lines" text[] DEFAULT '{}' NOT NULL,
	"town" text DEFAULT '' NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"weekdays" smallint[] NOT NULL,
	"slots" jsonb NOT NULL,
	"lead_time_minutes" integer DEFAULT 0 NOT NULL,
	"closures" date[] DEFAULT '{}' NOT NULL,
	"storage_types" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "collection_sites_weekdays" CHECK ("collection_sites"."weekdays" <@ '{1,2,3,4,5,6,7}'),
	CONSTRAINT "collection_sites_lead_time" CHECK ("collection_sites"."lead_time_minutes" between 0 and 20160)
);
--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "method" text DEFAULT 'delivery' NOT NULL;--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "delivery_address_id" uuid;--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "collection_site_id" uuid;--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "collection_slot" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "method" text DEFAULT 'delivery' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_address_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "collection_site_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "collection_slot" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_charge_pence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_vat_basis_points" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "free_delivery_from_pence" bigint;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_delivery_address_id_delivery_addresses_id_fk" FOREIGN KEY ("delivery_address_id") REFERENCES "public"."delivery_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_collection_site_id_collection_sites_id_fk" FOREIGN KEY ("collection_site_id") REFERENCES "public"."collection_sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_address_id_delivery_addresses_id_fk" FOREIGN KEY ("delivery_address_id") REFERENCES "public"."delivery_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_collection_site_id_collection_sites_id_fk" FOREIGN KEY ("collection_site_id") REFERENCES "public"."collection_sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_collection" ON "orders" USING btree ("collection_site_id","delivery_day") WHERE "orders"."collection_site_id" IS NOT NULL;