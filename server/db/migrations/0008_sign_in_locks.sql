-- Counts of the last quarter of an hour, which begin anew.
DROP TABLE "sign_in_failures";
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"account_hash" "bytea" NOT NULL,
	"source" "bytea" NOT NULL,
	"failures" integer NOT NULL,
	"forget_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "sign_in_failures_account_hash_source_pk" PRIMARY KEY("account_hash","source")
);
--> statement-breakpoint
CREATE INDEX "sign_in_failures_forget" ON "sign_in_failures" USING btree ("forget_at");
--> statement-breakpoint
CREATE TABLE "sign_in_devices" (
	"account_hash" "bytea" NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_devices_account_hash_device_hash_pk" PRIMARY KEY("account_hash","device_hash")
);
--> statement-breakpoint
CREATE INDEX "sign_in_devices_used" ON "sign_in_devices" USING btree ("last_used_at");
