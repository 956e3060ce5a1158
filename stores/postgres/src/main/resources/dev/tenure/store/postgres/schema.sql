-- The tables of Tenure, version 2, for PostgreSQL 12 or newer. Safe to run again.
-- It creates them in the first schema of the search path: SET search_path TO your_schema, then run this file.

-- One row per election, never deleted: it holds the fencing token. Logged, so that a crash loses no lease.
CREATE TABLE IF NOT EXISTS tenure_lease (
    election        text COLLATE "C" PRIMARY KEY,
    token           bigint NOT NULL,               -- the fencing token of the term
    follows         bigint NOT NULL DEFAULT 0,     -- the token of the released term before it; 0: none
    revision        bigint NOT NULL,               -- grows with every write; TOKEN.REVISION never comes back
    renewal         bigint NOT NULL,               -- 0 for the claim, then one more with each renewal
    attempt         bigint NOT NULL,               -- the id of the attempt that wrote this row
    instance        text NOT NULL,                 -- unique to this start of the holder's process
    name            text NOT NULL,
    address         text,
    since           timestamptz NOT NULL,          -- by the holder's clock, for people
    written_at      timestamptz NOT NULL,          -- by the holder's clock, for people
    ttl_micros      bigint NOT NULL,
    expires_at      timestamptz NOT NULL,          -- by the database's clock: the only time that is judged
    released        boolean NOT NULL,
    reserved_for    text,                          -- the instance that may claim before expires_at
    reserved_micros bigint,
    CONSTRAINT tenure_lease_token CHECK (token BETWEEN 1 AND 253402300800000000),
    CONSTRAINT tenure_lease_follows CHECK (follows >= 0 AND follows < token),
    CONSTRAINT tenure_lease_ttl CHECK (ttl_micros BETWEEN 1 AND 86400000000)
) WITH (fillfactor = 50);

-- Version 1 lacked this column.
ALTER TABLE tenure_lease ADD COLUMN IF NOT EXISTS follows bigint NOT NULL DEFAULT 0
    CONSTRAINT tenure_lease_follows CHECK (follows >= 0 AND follows < token);

-- The candidates of each election. Not logged: the next beat writes a lost entry again.
CREATE UNLOGGED TABLE IF NOT EXISTS tenure_roster (
    roster       text COLLATE "C" NOT NULL,
    instance     text COLLATE "C" NOT NULL,
    name         text NOT NULL,
    address      text,
    priority     integer NOT NULL,
    version      text NOT NULL,
    able         boolean NOT NULL,
    leads        integer NOT NULL,
    beat         bigint NOT NULL,
    beat_at      timestamptz NOT NULL,             -- by the database's clock
    valid_micros bigint NOT NULL,
    PRIMARY KEY (roster, instance)
) WITH (fillfactor = 50);

-- The last request to the leader of each election.
CREATE TABLE IF NOT EXISTS tenure_request (
    election  text COLLATE "C" PRIMARY KEY,
    token     bigint NOT NULL,                     -- the term it is meant for; void for any other
    successor text,
    asked_by  text NOT NULL,
    asked_at  timestamptz NOT NULL
);

-- The history, for people: the last hundred entries of each election.
CREATE TABLE IF NOT EXISTS tenure_history (
    id       bigint GENERATED ALWAYS AS IDENTITY,
    election text COLLATE "C" NOT NULL,
    at       timestamptz NOT NULL,
    instance text NOT NULL,
    name     text NOT NULL,
    address  text,
    what     text NOT NULL,
    token    bigint NOT NULL,
    cause    text NOT NULL,
    reason   text,                                 -- why, for programs; NULL in entries of earlier versions
    PRIMARY KEY (election, id)
);

-- Earlier tables lack this column; without it, only the reason is not kept.
ALTER TABLE tenure_history ADD COLUMN IF NOT EXISTS reason text;

-- What the leaders of each election leave to their successors. Earlier tables lack it; without it, only that is refused.
CREATE TABLE IF NOT EXISTS tenure_baton (
    election text COLLATE "C" PRIMARY KEY,
    token    bigint NOT NULL,                      -- the term that wrote it
    number   bigint NOT NULL,                      -- which write of that term; TOKEN.NUMBER never comes back
    content  bytea NOT NULL
);

-- The version of these tables.
CREATE TABLE IF NOT EXISTS tenure_schema (
    version integer PRIMARY KEY
);
INSERT INTO tenure_schema (version) VALUES (2) ON CONFLICT DO NOTHING;
