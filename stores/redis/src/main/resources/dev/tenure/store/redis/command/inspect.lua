-- Arguments: '1' if the caller may have written the record without knowing the outcome | replicas
open_record(KEYS[1])
return refuse(ARGV[1] == '1' and record and record.state == 'held', ARGV[2])
