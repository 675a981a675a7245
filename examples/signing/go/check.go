// go run . <test-vectors.json>, or: go run . sign <method> <path> < body
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

type vectors struct {
	Requests []struct {
		Name, Method, Path, Body, Signature string
		APISecret                           string `json:"api_secret"`
		Timestamp                           int64
	}
	Webhooks []struct {
		Name, Body     string
		CallbackSecret string `json:"callback_secret"`
		Signature      *string
		Now            int64
		Genuine        bool
	}
}

func main() {
	if os.Args[1] == "sign" {
		sign(os.Args[2], os.Args[3])
		return
	}
	text, err := os.ReadFile(os.Args[1])
	must(err)
	var all vectors
	must(json.Unmarshal(text, &all))
	wrong := check(all)
	for _, name := range wrong {
		fmt.Println("wrong:", name)
	}
	fmt.Printf("%d requests, %d webhooks, %d wrong\n", len(all.Requests), len(all.Webhooks), len(wrong))
	if len(wrong) > 0 {
		os.Exit(1)
	}
}

func check(all vectors) (wrong []string) {
	for _, it := range all.Requests {
		headers := SignRequest("pk_test", it.APISecret, it.Method, it.Path, []byte(it.Body), time.Unix(it.Timestamp, 0))
		if headers["X-Signature"] != it.Signature {
			wrong = append(wrong, it.Name)
		}
	}
	for _, it := range all.Webhooks {
		signature := ""
		if it.Signature != nil {
			signature = *it.Signature
		}
		if VerifyWebhook([]byte(it.Body), signature, it.CallbackSecret, time.Unix(it.Now, 0)) != it.Genuine {
			wrong = append(wrong, it.Name)
		}
	}
	return wrong
}

func sign(method, path string) {
	body, err := io.ReadAll(os.Stdin)
	must(err)
	for name, value := range SignRequest(os.Getenv("API_KEY"), os.Getenv("API_SECRET"), method, path, body, time.Now()) {
		fmt.Printf("%s: %s\n", name, value)
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
