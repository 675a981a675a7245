module example.com/mosolo-signing

go 1.21
