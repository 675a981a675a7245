package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
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
