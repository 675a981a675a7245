// Creates an order and prints its checkout link for the customer. Needs only Go: go run order.go
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"
)

// SignRequest returns the headers of a signed request. path includes the query, as in request.URL.RequestURI(); body is
// exactly what is sent, nil for an empty body.
func SignRequest(apiKey, apiSecret, method, path string, body []byte, at time.Time) map[string]string {
	timestamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(apiSecret))
	mac.Write([]byte(timestamp + "\n" + method + "\n" + path + "\n"))
	mac.Write(body)
	signature := hex.EncodeToString(mac.Sum(nil))
	return map[string]string{"X-API-Key": apiKey, "X-Timestamp": timestamp, "X-Signature": signature}
}

func main() {
	link, err := createOrder()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(link)
}

func createOrder() (string, error) {
	callbackURL := os.Getenv("CALLBACK_URL")
	if callbackURL == "" {
		callbackURL = "http://localhost:3000/webhooks"
	}
	body, err := json.Marshal(map[string]any{
		"amount":                  25.5,
		"currency":                "USD",
		"merchant_reference":      fmt.Sprintf("INV-%d", time.Now().Unix()),
		"callback_url":            callbackURL,
		"bill_to_forename":        "Grâce",
		"bill_to_surname":         "Mukendi",
		"bill_to_email":           "grace@example.com",
		"bill_to_phone":           "+243991234567",
		"bill_to_address_line1":   "12 avenue du Lac",
		"bill_to_address_city":    "Goma",
		"bill_to_address_country": "CD",
	})
	if err != nil {
		return "", err
	}
	request, err := http.NewRequest("POST", os.Getenv("LIKUTA_URL")+"/api/v1/payment/orders", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	key, secret := os.Getenv("LIKUTA_API_KEY"), os.Getenv("LIKUTA_API_SECRET")
	for name, value := range SignRequest(key, secret, request.Method, request.URL.RequestURI(), body, time.Now()) {
		request.Header.Set(name, value)
	}
	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "", err
	}
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("refused: %d %s", response.StatusCode, text)
	}
	var order struct {
		Data struct {
			Links string `json:"links"`
		} `json:"data"`
	}
	if err := json.Unmarshal(text, &order); err != nil {
		return "", err
	}
	return order.Data.Links, nil
}
