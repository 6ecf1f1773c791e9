CREATE TABLE "stock_alerts" (
	"user_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"product_no" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "stock_alerts_user_id_customer_id_product_no_pk" PRIMARY KEY("user_id","customer_id","product_no")
);
--> statement-breakpoint
ALTER TABLE "mail_queue" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_product_no_products_product_no_fk" FOREIGN KEY ("product_no") REFERENCES "public"."products"("product_no") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_alerts_waiting" ON "stock_alerts" USING btree ("product_no") WHERE told_at IS NULL;--> statement-breakpoint
CREATE INDEX "stock_alerts_customer" ON "stock_alerts" USING btree ("customer_id");