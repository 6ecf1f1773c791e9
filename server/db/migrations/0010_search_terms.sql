CREATE TABLE "search_terms" (
	"typed" text PRIMARY KEY NOT NULL,
	"means" text[] DEFAULT '{}'::text[] NOT NULL,
	"both_ways" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
