// Receives webhooks and accepts only those signed by Likuta. Needs only Go: go run webhook.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var webhookSignature = regexp.MustCompile(`\At=([0-9]{10})((?:,v1=[0-9a-f]{64}){1,2})\z`)

// VerifyWebhook reports whether a webhook comes from Likuta, unchanged and recent. body is what was received, before any
// parsing; signature is the header X-Service-Signature.
func VerifyWebhook(body []byte, signature, secret string, now time.Time) bool {
	match := webhookSignature.FindStringSubmatch(signature)
	if match == nil {
		return false
	}
	sent, _ := strconv.ParseInt(match[1], 10, 64)
	if age := now.Unix() - sent; age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(match[1]))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	for _, v1 := range strings.Split(match[2], ",v1=")[1:] {
		if hmac.Equal(expected, []byte(v1)) {
			return true
		}
	}
	return false
}

func main() {
	secret := os.Getenv("LIKUTA_CALLBACK_SECRET")
	if secret == "" {
		log.Fatal("LIKUTA_CALLBACK_SECRET is not set")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	http.HandleFunc("/webhooks", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 64*1024))
		if err != nil {
			// 5xx means that the error is on our side: Likuta sends the event again.
			http.Error(response, "cannot read the body", http.StatusInternalServerError)
			return
		}
		if !VerifyWebhook(body, request.Header.Get("X-Service-Signature"), secret, time.Now()) {
			// 4xx ends the delivery for good, so use it only for requests that Likuta did not send.
			log.Print("refused")
			http.Error(response, "not genuine", http.StatusBadRequest)
			return
		}
		var event struct {
			EventType string `json:"event_type"`
			Status    string `json:"status"`
		}
		if err := json.Unmarshal(body, &event); err != nil {
			http.Error(response, "not JSON", http.StatusBadRequest)
			return
		}
		if event.EventType == "" {
			event.EventType = "PAYMENT"
		}
		// An event may be delivered twice: store its id and its changes in one transaction, then respond.
		log.Print("genuine: ", request.Header.Get("X-Service-Event-Id"), " ", event.EventType, " ", event.Status)
		response.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe("localhost:"+port, nil))
}
