-- Records that staff maintain: each state has a version that no other state has, and each write is noted with who made it.
CREATE SEQUENCE record_version AS integer START 1000;
--> statement-breakpoint
-- `trolly.exact`: the writer restores a former state, version and time included (server/features/maintained).
CREATE FUNCTION version_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('trolly.exact', true) = 'on' THEN RETURN NEW; END IF;
  NEW.version := nextval('record_version');
  IF TG_OP = 'UPDATE' AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at THEN
    NEW.updated_at := coalesce(nullif(current_setting('trolly.at', true), '')::timestamptz, now());
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- `trolly.user` and `trolly.batch` are those of the writer; an import on the server has no user. The argument is the noun.
-- `trolly.unnoted`: nobody made it, such as the data of the demo.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
BEGIN
  IF current_setting('trolly.unnoted', true) = 'on' THEN RETURN NULL; END IF;
  IF before - 'version' - 'updated_at' = after - 'version' - 'updated_at' THEN RETURN NULL; END IF;
  INSERT INTO changes (id, at, user_id, noun, record_id, batch_id, before, after) VALUES (
    gen_random_uuid(),
    coalesce(nullif(current_setting('trolly.at', true), '')::timestamptz, now()),
    nullif(current_setting('trolly.user', true), '')::uuid,
    TG_ARGV[0],
    (coalesce(after, before) ->> 'id')::uuid,
    nullif(current_setting('trolly.batch', true), '')::uuid,
    before,
    after
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER adverts_version_record BEFORE INSERT OR UPDATE ON adverts FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER adverts_note_change AFTER INSERT OR UPDATE OR DELETE ON adverts FOR EACH ROW EXECUTE FUNCTION note_change('advert');
--> statement-breakpoint
CREATE TRIGGER collection_sites_version_record BEFORE INSERT OR UPDATE ON collection_sites FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER collection_sites_note_change AFTER INSERT OR UPDATE OR DELETE ON collection_sites FOR EACH ROW EXECUTE FUNCTION note_change('collection-site');
--> statement-breakpoint
CREATE TRIGGER delivery_postcodes_version_record BEFORE INSERT OR UPDATE ON delivery_postcodes FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER delivery_postcodes_note_change AFTER INSERT OR UPDATE OR DELETE ON delivery_postcodes FOR EACH ROW EXECUTE FUNCTION note_change('delivery-postcode');
--> statement-breakpoint
CREATE TRIGGER faqs_version_record BEFORE INSERT OR UPDATE ON faqs FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER faqs_note_change AFTER INSERT OR UPDATE OR DELETE ON faqs FOR EACH ROW EXECUTE FUNCTION note_change('faq');
--> statement-breakpoint
CREATE TRIGGER holidays_version_record BEFORE INSERT OR UPDATE ON holidays FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER holidays_note_change AFTER INSERT OR UPDATE OR DELETE ON holidays FOR EACH ROW EXECUTE FUNCTION note_change('holiday');
--> statement-breakpoint
CREATE TRIGGER search_terms_version_record BEFORE INSERT OR UPDATE ON search_terms FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER search_terms_note_change AFTER INSERT OR UPDATE OR DELETE ON search_terms FOR EACH ROW EXECUTE FUNCTION note_change('search-term');
