CREATE SEQUENCE "public"."invoice_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 500001 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" text NOT NULL,
	"day" date NOT NULL,
	"reference" text NOT NULL,
	"amount_pence" bigint NOT NULL,
	CONSTRAINT "account_payments_amount" CHECK ("account_payments"."amount_pence" > 0)
);
--> statement-breakpoint
CREATE TABLE "credit_note_lines" (
	"invoice_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"net_pence" bigint NOT NULL,
	CONSTRAINT "credit_note_lines_invoice_id_position_pk" PRIMARY KEY("invoice_id","position")
);
--> statement-breakpoint
CREATE TABLE "credit_note_vat" (
	"invoice_id" uuid NOT NULL,
	"vat_basis_points" integer NOT NULL,
	"net_pence" bigint NOT NULL,
	"vat_pence" bigint NOT NULL,
	CONSTRAINT "credit_note_vat_invoice_id_vat_basis_points_pk" PRIMARY KEY("invoice_id","vat_basis_points")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invoice_no" text NOT NULL,
	"kind" text DEFAULT 'invoice' NOT NULL,
	"customer_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"credited_invoice_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"due_day" date,
	"net_pence" bigint NOT NULL,
	"delivery_charge_pence" bigint DEFAULT 0 NOT NULL,
	"delivery_vat_basis_points" integer,
	"vat_pence" bigint NOT NULL,
	"total_pence" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_kind" CHECK (("invoices"."kind" = 'invoice') = ("invoices"."credited_invoice_id" IS NULL) AND ("invoices"."kind" = 'invoice') = ("invoices"."due_day" IS NOT NULL)),
	CONSTRAINT "invoices_total" CHECK ("invoices"."total_pence" = "invoices"."net_pence" + "invoices"."delivery_charge_pence" + "invoices"."vat_pence")
);
--> statement-breakpoint
ALTER TABLE "account_payments" ADD CONSTRAINT "account_payments_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note_vat" ADD CONSTRAINT "credit_note_vat_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credited_invoice_id_invoices_id_fk" FOREIGN KEY ("credited_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_payments_customer" ON "account_payments" USING btree ("customer_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_invoice_no_unique" ON "invoices" USING btree ("invoice_no");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_order_unique" ON "invoices" USING btree ("order_id") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "invoices_credited" ON "invoices" USING btree ("credited_invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("customer_id","day");