CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1;--> statement-breakpoint
CREATE TABLE "basket_lines" (
	"basket_id" uuid NOT NULL,
	"product_no" text NOT NULL,
	"quantity" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	"seen_price_pence" bigint,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "basket_lines_basket_id_product_no_pk" PRIMARY KEY("basket_id","product_no")
);
--> statement-breakpoint
CREATE TABLE "baskets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"created_by" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"delivery_day" date,
	"po_number" text DEFAULT '' NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"details_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"account_kind" text DEFAULT 'credit' NOT NULL,
	"distributor_no" text,
	"address_lines" text[] DEFAULT '{}' NOT NULL,
	"town" text DEFAULT '' NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"contact_email" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"on_stop" boolean DEFAULT false NOT NULL,
	"price_list_id" text NOT NULL,
	"credit_limit_pence" bigint,
	"minimum_order_pence" bigint DEFAULT 0 NOT NULL,
	"maximum_order_pence" bigint,
	"free_delivery_pence" bigint,
	"mandatory_category" text,
	"age_restricted_allowed" boolean DEFAULT false NOT NULL,
	"route" text DEFAULT '' NOT NULL,
	"delivery_weekdays" smallint[] NOT NULL,
	"cut_off_time" text DEFAULT '22:00' NOT NULL,
	"cut_off_days_before" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_postcodes" (
	"prefix" text PRIMARY KEY NOT NULL,
	"area" text DEFAULT '' NOT NULL,
	"town" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"latitude" text,
	"longitude" text,
	"depot" text DEFAULT '' NOT NULL,
	"route" text DEFAULT '' NOT NULL,
	"delivery_weekdays" smallint[] DEFAULT '{}' NOT NULL,
	"cut_off_time" text DEFAULT '22:00' NOT NULL,
	"minimum_order_pence" bigint DEFAULT 0 NOT NULL,
	"delivery_charge_pence" bigint DEFAULT 0 NOT NULL,
	"served" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"day" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" smallint NOT NULL,
	"reply" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_records_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_no" text NOT NULL,
	"name" text NOT NULL,
	"pack" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_pence" bigint NOT NULL,
	"vat_basis_points" integer NOT NULL,
	"net_pence" bigint NOT NULL,
	"catch_weight" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_lines_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_no" bigint NOT NULL,
	"basket_id" uuid,
	"customer_id" text NOT NULL,
	"placed_by" uuid,
	"delivery_day" date NOT NULL,
	"po_number" text DEFAULT '' NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"net_pence" bigint NOT NULL,
	"vat_pence" bigint NOT NULL,
	"total_pence" bigint NOT NULL,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"price_list_id" text NOT NULL,
	"product_no" text NOT NULL,
	"pence" bigint,
	"changed_tx" bigint DEFAULT (pg_current_xact_id()::text)::bigint NOT NULL,
	CONSTRAINT "prices_price_list_id_product_no_pk" PRIMARY KEY("price_list_id","product_no")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"product_no" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"brand" text DEFAULT '' NOT NULL,
	"pack" text DEFAULT '' NOT NULL,
	"unit" text DEFAULT 'each' NOT NULL,
	"other_unit_product_no" text,
	"unit_count" integer DEFAULT 1 NOT NULL,
	"content_amount" integer,
	"content_measure" text,
	"gtins" text[] DEFAULT '{}' NOT NULL,
	"department" text DEFAULT '' NOT NULL,
	"product_group" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"storage_type" text DEFAULT 'ambient' NOT NULL,
	"vat_basis_points" integer DEFAULT 0 NOT NULL,
	"contains" text[],
	"may_contain" text[],
	"suitable_for" text[] DEFAULT '{}' NOT NULL,
	"catch_weight" boolean DEFAULT false NOT NULL,
	"estimated_weight_grams" integer,
	"minimum_age" integer,
	"is_spot_priced" boolean DEFAULT false NOT NULL,
	"promotion" boolean DEFAULT false NOT NULL,
	"reduced_to_clear" boolean DEFAULT false NOT NULL,
	"is_new" boolean DEFAULT false NOT NULL,
	"sales_rank" integer DEFAULT 0 NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"ingredients" text DEFAULT '' NOT NULL,
	"origin" text DEFAULT '' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"changed_tx" bigint DEFAULT (pg_current_xact_id()::text)::bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"product_no" text PRIMARY KEY NOT NULL,
	"quantity" integer DEFAULT 0 NOT NULL,
	"changed_tx" bigint DEFAULT (pg_current_xact_id()::text)::bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_users" (
	"user_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	CONSTRAINT "customer_users_user_id_customer_id_pk" PRIMARY KEY("user_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"account_type" text NOT NULL,
	"can_place_orders" boolean DEFAULT true NOT NULL,
	"acl_routes" text[],
	"cookies_accept" boolean DEFAULT false NOT NULL,
	"contact_email" boolean DEFAULT false NOT NULL,
	"contact_sms" boolean DEFAULT false NOT NULL,
	"contact_tel" boolean DEFAULT false NOT NULL,
	"contact_post" boolean DEFAULT false NOT NULL,
	"failed_sign_ins" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"deactivated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "basket_lines" ADD CONSTRAINT "basket_lines_basket_id_baskets_id_fk" FOREIGN KEY ("basket_id") REFERENCES "public"."baskets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_price_list_id_price_lists_id_fk" FOREIGN KEY ("price_list_id") REFERENCES "public"."price_lists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_basket_id_baskets_id_fk" FOREIGN KEY ("basket_id") REFERENCES "public"."baskets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_by_users_id_fk" FOREIGN KEY ("placed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prices" ADD CONSTRAINT "prices_price_list_id_price_lists_id_fk" FOREIGN KEY ("price_list_id") REFERENCES "public"."price_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_product_no_products_product_no_fk" FOREIGN KEY ("product_no") REFERENCES "public"."products"("product_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_users" ADD CONSTRAINT "customer_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_users" ADD CONSTRAINT "customer_users_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "baskets_open" ON "baskets" USING btree ("customer_id","state","updated_at");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency_records" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_lines_product" ON "order_lines" USING btree ("product_no");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_order_no_unique" ON "orders" USING btree ("order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_basket_unique" ON "orders" USING btree ("basket_id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","placed_at");--> statement-breakpoint
CREATE INDEX "prices_changed" ON "prices" USING btree ("price_list_id","changed_tx");--> statement-breakpoint
CREATE INDEX "products_changed" ON "products" USING btree ("changed_tx");--> statement-breakpoint
CREATE INDEX "stock_changed" ON "stock" USING btree ("changed_tx");--> statement-breakpoint
CREATE INDEX "customer_users_customer" ON "customer_users" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_hash_unique" ON "tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));