// Calls a sandbox with the client that oapi-codegen makes of the API document.
package main

import (
	"bytes"
	"context"
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

	"likuta.example/try/likuta"
)

func sign(_ context.Context, request *http.Request) error {
	var body []byte
	if request.Body != nil {
		body, _ = io.ReadAll(request.Body)
		request.Body = io.NopCloser(bytes.NewReader(body))
	}
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(os.Getenv("API_SECRET")))
	mac.Write([]byte(timestamp + "\n" + request.Method + "\n" + request.URL.RequestURI() + "\n"))
	mac.Write(body)
	request.Header.Set("X-API-Key", os.Getenv("API_KEY"))
	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Signature", hex.EncodeToString(mac.Sum(nil)))
	return nil
}

func authenticate(_ context.Context, request *http.Request) error {
	request.SetBasicAuth(os.Getenv("MERCHANT_CODE"), os.Getenv("MERCHANT_SECRET"))
	return nil
}

func main() {
	ctx := context.Background()
	client, err := likuta.NewClientWithResponses(os.Getenv("BASE_URL"))
	must(err)
	var order likuta.OrderRequest
	must(json.Unmarshal([]byte(os.Getenv("ORDER")), &order))
	var transfer likuta.TransferRequest
	must(json.Unmarshal([]byte(os.Getenv("TRANSFER")), &transfer))
	limit := 5

	created, err := client.CreateOrderWithResponse(ctx, nil, order, sign)
	must(err)
	uuid := created.JSON200.Data.TransactionUuid
	status, err := client.ReadPaymentStatusWithResponse(ctx, likuta.StatusRequest{TransactionUuid: uuid}, sign)
	must(err)
	links, err := client.ListPaymentLinksWithResponse(ctx, &likuta.ListPaymentLinksParams{Limit: &limit}, sign)
	must(err)
	sent, err := client.SendTransferWithResponse(ctx, nil, transfer, authenticate)
	must(err)
	listed, err := client.ListTransfersWithResponse(ctx, &likuta.ListTransfersParams{Limit: &limit}, authenticate)
	must(err)
	order.Amount = 0.25
	refused, err := client.CreateOrderWithResponse(ctx, nil, order, sign)
	must(err)

	references := []string{}
	for _, each := range listed.JSON200.Data.Items {
		references = append(references, each.Reference)
	}
	text, err := json.Marshal(map[string]any{
		"order":     uuid,
		"amount":    created.JSON200.Data.Amount,
		"status":    status.JSON200.Data.TransactionStatus,
		"links":     links.JSON200.Data.Pagination.Total,
		"transfer":  sent.JSON200.Data.Status,
		"transfers": references,
		"refused":   refused.JSON400.Detail,
	})
	must(err)
	fmt.Println(string(text))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
