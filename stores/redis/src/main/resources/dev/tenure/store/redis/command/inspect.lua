-- '1' if the caller may have written what is there and does not know | replicas
return refuse(ARGV[1] == '1' and record and record.state == 'held', ARGV[2])
