module example.com/likuta-signing

go 1.21
