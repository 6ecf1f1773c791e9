CREATE SEQUENCE "public"."agent_bill_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "agent_alert_views" (
	"alert_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_alert_views_alert_id_user_id_pk" PRIMARY KEY("alert_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "agent_alerts" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"message" text PRIMARY KEY NOT NULL,
	"severity" text DEFAULT 'info' NOT NULL,
	"agent_codes" text[] DEFAULT '{}' NOT NULL,
	"customer_ids" text[] DEFAULT '{}' NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	CONSTRAINT "agent_alerts_id_unique" UNIQUE("id"),
	CONSTRAINT "agent_alerts_days" CHECK ("agent_alerts"."first_day" <= "agent_alerts"."last_day")
);
--> statement-breakpoint
CREATE TABLE "agent_bill_orders" (
	"bill_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"net_pence" bigint NOT NULL,
	"commission_pence" bigint NOT NULL,
	"reversed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "agent_bill_orders_bill_id_order_id_pk" PRIMARY KEY("bill_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "agent_bills" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bill_no" integer DEFAULT nextval('agent_bill_numbers') NOT NULL,
	"agent_code" text NOT NULL,
	"agent_name" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"commission_basis_points" integer NOT NULL,
	"charge_per_order_pence" bigint NOT NULL,
	"net_pence" bigint NOT NULL,
	"commission_pence" bigint NOT NULL,
	"charges_pence" bigint NOT NULL,
	"total_pence" bigint NOT NULL,
	"approved_at" timestamp with time zone NOT NULL,
	"approved_by" uuid,
	"reversed_at" timestamp with time zone,
	"reversed_by" uuid,
	CONSTRAINT "agent_bills_bill_no_unique" UNIQUE("bill_no"),
	CONSTRAINT "agent_bills_total" CHECK ("agent_bills"."total_pence" = "agent_bills"."commission_pence" - "agent_bills"."charges_pence")
);
--> statement-breakpoint
CREATE TABLE "agent_customers" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"customer_id" text PRIMARY KEY NOT NULL,
	"agent_code" text NOT NULL,
	CONSTRAINT "agent_customers_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"weekdays" smallint[] DEFAULT '{}' NOT NULL,
	"cut_off_time" text DEFAULT '17:00' NOT NULL,
	"commission_basis_points" integer DEFAULT 0 NOT NULL,
	"charge_per_order_pence" bigint DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "agents_id_unique" UNIQUE("id"),
	CONSTRAINT "agents_weekdays" CHECK ("agents"."weekdays" <@ '{1,2,3,4,5,6,7}'),
	CONSTRAINT "agents_commission" CHECK ("agents"."commission_basis_points" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "agent_code" text;--> statement-breakpoint
ALTER TABLE "agent_alert_views" ADD CONSTRAINT "agent_alert_views_alert_id_agent_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."agent_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_alert_views" ADD CONSTRAINT "agent_alert_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_bill_orders" ADD CONSTRAINT "agent_bill_orders_bill_id_agent_bills_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."agent_bills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_bill_orders" ADD CONSTRAINT "agent_bill_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_bills" ADD CONSTRAINT "agent_bills_agent_code_agents_code_fk" FOREIGN KEY ("agent_code") REFERENCES "public"."agents"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "agent_bills" ADD CONSTRAINT "agent_bills_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_bills" ADD CONSTRAINT "agent_bills_reversed_by_users_id_fk" FOREIGN KEY ("reversed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_customers" ADD CONSTRAINT "agent_customers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_customers" ADD CONSTRAINT "agent_customers_agent_code_agents_code_fk" FOREIGN KEY ("agent_code") REFERENCES "public"."agents"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_bill_orders_once" ON "agent_bill_orders" USING btree ("order_id") WHERE NOT "agent_bill_orders"."reversed";--> statement-breakpoint
CREATE INDEX "agent_bills_agent" ON "agent_bills" USING btree ("agent_code","approved_at");--> statement-breakpoint
CREATE INDEX "agent_customers_agent" ON "agent_customers" USING btree ("agent_code");--> statement-breakpoint
CREATE INDEX "orders_agent" ON "orders" USING btree ("agent_code","delivery_day") WHERE "orders"."agent_code" IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER agents_version_record BEFORE INSERT OR UPDATE ON agents FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER agents_note_change AFTER INSERT OR UPDATE OR DELETE ON agents FOR EACH ROW EXECUTE FUNCTION note_change('agent');
--> statement-breakpoint
CREATE TRIGGER agent_customers_version_record BEFORE INSERT OR UPDATE ON agent_customers FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER agent_customers_note_change AFTER INSERT OR UPDATE OR DELETE ON agent_customers FOR EACH ROW EXECUTE FUNCTION note_change('agent-customer');
--> statement-breakpoint
CREATE TRIGGER agent_alerts_version_record BEFORE INSERT OR UPDATE ON agent_alerts FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER agent_alerts_note_change AFTER INSERT OR UPDATE OR DELETE ON agent_alerts FOR EACH ROW EXECUTE FUNCTION note_change('agent-alert');
