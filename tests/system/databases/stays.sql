CREATE SCHEMA clinic;
CREATE TYPE clinic.mood AS ENUM ('sad', 'ok', 'happy');
CREATE TABLE clinic.stays (
    id uuid, job text, age integer, small smallint, big bigint, seen date, at timestamptz, noted timestamp, ward char(3),
    weight double precision, height real, cost numeric(10,2), share numeric, codes text[], days integer[],
    feels clinic.mood, urgent boolean, scan bytea, doc json, docb jsonb, name varchar(20), span interval, hour time,
    host inet, "odd ""name" text
);
INSERT INTO clinic.stays
SELECT md5(i::text)::uuid, (ARRAY['nurse', 'baker', NULL])[1 + i % 3], 20 + i % 5, i % 7, i * 10000000000::bigint,
    DATE '2020-01-31' + i, TIMESTAMPTZ '2020-07-01 12:00+02' + i * INTERVAL '1 hour 0.25 s', TIMESTAMP '2020-07-01 12:00',
    'w' || i % 2, i * 0.1::double precision, i * 0.1::real, i * 1.25, i / 7.0, ARRAY['a,b', 'c"d', NULL, i::text],
    ARRAY[i, NULL], (ARRAY['sad', 'ok', 'happy']::clinic.mood[])[1 + i % 3], i % 2 = 0, decode(md5(i::text), 'hex'),
    '{"a": 1}', '{"b": [1, 2]}', 'n' || i, INTERVAL '1 day 2 hours', TIME '12:34:56.789', '10.0.0.1', '00' || i
FROM generate_series(0, 59) AS i;
INSERT INTO clinic.stays (job, age, weight) SELECT 'nurse', 22, unnest(ARRAY['NaN', NULL, 'Infinity']::double precision[]);
