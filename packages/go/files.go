package postline

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strings"
)

// File is a file to upload.
type File struct {
	Name string
	// ContentType is its MIME type; application/octet-stream if it is empty.
	ContentType string
	Content     []byte
}

var quotes = strings.NewReplacer("\\", "\\\\", "\"", "\\\"", "\r", "", "\n", "")

// formOf returns a form with a file, and its type.
func formOf(file File) ([]byte, string, error) {
	if file.ContentType == "" {
		file.ContentType = "application/octet-stream"
	}
	if strings.ContainsAny(file.ContentType, "\r\n") {
		return nil, "", errors.New("the ContentType of the file has a line break")
	}
	var buffer bytes.Buffer
	form := multipart.NewWriter(&buffer)
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename="%s"`, quotes.Replace(file.Name))},
		"Content-Type":        {file.ContentType},
	})
	if err != nil {
		return nil, "", err
	}
	if _, err := part.Write(file.Content); err != nil {
		return nil, "", err
	}
	err = form.Close()
	return buffer.Bytes(), form.FormDataContentType(), err
}
