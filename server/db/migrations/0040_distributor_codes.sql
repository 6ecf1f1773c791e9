CREATE TABLE "distributor_customer_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"distributor_no" text NOT NULL,
	"their_code" text NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"customer_id" text NOT NULL,
	CONSTRAINT "distributor_customer_codes_key" UNIQUE NULLS NOT DISTINCT("distributor_no","their_code","valid_from"),
	CONSTRAINT "distributor_customer_codes_days" CHECK ("distributor_customer_codes"."valid_from" <= "distributor_customer_codes"."valid_to")
);
--> statement-breakpoint
CREATE TABLE "distributor_product_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"distributor_no" text NOT NULL,
	"their_code" text NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"product_no" text NOT NULL,
	"pack_factor" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "distributor_product_codes_key" UNIQUE NULLS NOT DISTINCT("distributor_no","their_code","valid_from"),
	CONSTRAINT "distributor_product_codes_days" CHECK ("distributor_product_codes"."valid_from" <= "distributor_product_codes"."valid_to"),
	CONSTRAINT "distributor_product_codes_factor" CHECK ("distributor_product_codes"."pack_factor" between 1 and 9999)
);
--> statement-breakpoint
ALTER TABLE "distributor_customer_codes" ADD CONSTRAINT "distributor_customer_codes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributor_product_codes" ADD CONSTRAINT "distributor_product_codes_product_no_products_product_no_fk" FOREIGN KEY ("product_no") REFERENCES "public"."products"("product_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "distributor_customer_codes_customer" ON "distributor_customer_codes" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "distributor_product_codes_product" ON "distributor_product_codes" USING btree ("product_no");
--> statement-breakpoint
CREATE TRIGGER distributor_customer_codes_version_record BEFORE INSERT OR UPDATE ON distributor_customer_codes FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER distributor_customer_codes_note_change AFTER INSERT OR UPDATE OR DELETE ON distributor_customer_codes FOR EACH ROW EXECUTE FUNCTION note_change('distributor-customer-code');
--> statement-breakpoint
CREATE TRIGGER distributor_product_codes_version_record BEFORE INSERT OR UPDATE ON distributor_product_codes FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER distributor_product_codes_note_change AFTER INSERT OR UPDATE OR DELETE ON distributor_product_codes FOR EACH ROW EXECUTE FUNCTION note_change('distributor-product-code');
--> statement-breakpoint
-- These refusals name the column, with the fault in DETAIL: server/features/maintained/records.ts says them by the field.
-- A code belongs to a distributor of at least one customer. If customers change their distributor later, their codes stay.
CREATE FUNCTION check_code_distributor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.distributor_no = OLD.distributor_no THEN RETURN NEW; END IF;
  IF NOT EXISTS (SELECT FROM customers c WHERE c.distributor_no = NEW.distributor_no) THEN
    RAISE foreign_key_violation USING
      MESSAGE = format('No account belongs to a distributor %s.', NEW.distributor_no),
      COLUMN = 'distributor_no',
      DETAIL = 'is no distributor’s number';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Another distributor's customer and one that does not exist are the same answer, since distributors read it.
CREATE FUNCTION check_code_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.distributor_no, NEW.customer_id) = (OLD.distributor_no, OLD.customer_id) THEN
    RETURN NEW;
  END IF;
  IF NOT EXISTS (
    SELECT FROM customers c WHERE c.id = NEW.customer_id AND c.distributor_no = NEW.distributor_no
  ) THEN
    RAISE foreign_key_violation USING
      MESSAGE = format('%s is no account of distributor %s.', NEW.customer_id, NEW.distributor_no),
      COLUMN = 'customer_id',
      DETAIL = 'is no account of this distributor';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- On one day a code means one thing. This runs after the statement, so that a file may end a code and begin the next one.
CREATE FUNCTION check_code_overlap() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  other record;
  days text;
BEGIN
  IF NEW.deleted THEN RETURN NULL; END IF;
  -- A distributor's codes have one writer at a time ('dist'): the query does not see rows of an open transaction.
  PERFORM pg_advisory_xact_lock(1684632436, hashtext(NEW.distributor_no));
  EXECUTE format(
    'SELECT c.id, c.valid_from, c.valid_to FROM %I.%I c
      WHERE c.distributor_no = $1 AND c.their_code = $2 AND c.id <> $3 AND NOT c.deleted
        AND daterange(c.valid_from, c.valid_to, $6) && daterange($4, $5, $6) LIMIT 1',
    TG_TABLE_SCHEMA, TG_TABLE_NAME
  ) INTO other USING NEW.distributor_no, NEW.their_code, NEW.id, NEW.valid_from, NEW.valid_to, '[]'::text;
  IF other.id IS NULL THEN RETURN NULL; END IF;
  days := coalesce(
    nullif(
      concat_ws(
        ' ',
        'from ' || to_char(other.valid_from, 'FMDD Mon YYYY'),
        'to ' || to_char(other.valid_to, 'FMDD Mon YYYY')
      ),
      ''
    ),
    'on all days'
  );
  RAISE exclusion_violation USING
    MESSAGE = format('The code is taken %s. Choose other days.', days),
    COLUMN = 'their_code',
    DETAIL = format('is taken %s. End that one first, or choose other days', days);
END $$;
--> statement-breakpoint
CREATE TRIGGER distributor_customer_codes_distributor BEFORE INSERT OR UPDATE ON distributor_customer_codes FOR EACH ROW EXECUTE FUNCTION check_code_distributor();
--> statement-breakpoint
-- Triggers run in the order of their names: this one after that of the distributor.
CREATE TRIGGER distributor_customer_codes_its_customer BEFORE INSERT OR UPDATE ON distributor_customer_codes FOR EACH ROW EXECUTE FUNCTION check_code_customer();
--> statement-breakpoint
CREATE TRIGGER distributor_customer_codes_overlap AFTER INSERT OR UPDATE ON distributor_customer_codes FOR EACH ROW EXECUTE FUNCTION check_code_overlap();
--> statement-breakpoint
CREATE TRIGGER distributor_product_codes_distributor BEFORE INSERT OR UPDATE ON distributor_product_codes FOR EACH ROW EXECUTE FUNCTION check_code_distributor();
--> statement-breakpoint
CREATE TRIGGER distributor_product_codes_overlap AFTER INSERT OR UPDATE ON distributor_product_codes FOR EACH ROW EXECUTE FUNCTION check_code_overlap();
