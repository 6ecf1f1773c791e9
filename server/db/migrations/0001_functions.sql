CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Products and prices: any change that a device would see moves changed_tx; an import that changes nothing moves nothing.
CREATE FUNCTION mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR to_jsonb(NEW) - 'changed_tx' IS DISTINCT FROM to_jsonb(OLD) - 'changed_tx' THEN
    NEW.changed_tx := (pg_current_xact_id()::text)::bigint;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_mark_changed BEFORE INSERT OR UPDATE ON products FOR EACH ROW EXECUTE FUNCTION mark_changed();
--> statement-breakpoint
CREATE TRIGGER prices_mark_changed BEFORE INSERT OR UPDATE ON prices FOR EACH ROW EXECUTE FUNCTION mark_changed();
--> statement-breakpoint
-- Stock: what devices are told stops at 100 (STOCK_TOLD_UP_TO), so only a change below that is one for them.
CREATE FUNCTION mark_stock_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR least(greatest(NEW.quantity, 0), 100) <> least(greatest(OLD.quantity, 0), 100) THEN
    NEW.changed_tx := (pg_current_xact_id()::text)::bigint;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_mark_changed BEFORE INSERT OR UPDATE ON stock FOR EACH ROW EXECUTE FUNCTION mark_stock_changed();
--> statement-breakpoint
-- A restore from a backup must set another epoch; devices then read everything anew.
INSERT INTO settings (name, value) VALUES ('epoch', to_jsonb(gen_random_uuid()::text));
